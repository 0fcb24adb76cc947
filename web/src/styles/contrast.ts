/** For tests of colours: how far one stands out from another, as WCAG has it. */

/** How light a colour (`#rrggbb`) is to the eye, from 0 to 1. */
export function lightness(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1, for two that are alike, to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [lightness(one), lightness(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
