/** A file that a page gives away. */

/** A browser may fetch what it saves only after the tap. */
const FETCHED = 10_000;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED);
}
