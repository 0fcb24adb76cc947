/** Handing something on to other apps, or to the device where a page may not. */

import { saveFile } from "./saving";

/** The modern way works on secure pages only; over plain http the old one does, with a field that holds the text. */
export async function copy(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** Whether the sheet of the device was shown; closing it again is an answer too. */
async function shared(data: ShareData): Promise<boolean> {
  if (!("share" in navigator) || (data.files !== undefined && !navigator.canShare?.(data))) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

export async function handText(text: string, field: HTMLTextAreaElement): Promise<"shared" | "copied" | "notCopied"> {
  if (await shared({ text })) return "shared";
  return (await copy(field)) ? "copied" : "notCopied";
}

export async function handPicture(picture: Blob, name: string): Promise<"shared" | "saved"> {
  const files = [new File([picture], name, { type: picture.type })];
  if (await shared({ files })) return "shared";
  saveFile(picture, name);
  return "saved";
}
