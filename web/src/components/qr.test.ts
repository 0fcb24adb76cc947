import { encode } from "uqr";
import { expect, test } from "vitest";

import { qrCode } from "./qr";

const LENGTHS = [1, 17, 18, 32, 53, 54, 78, 79, 106, 107, 134];

test.each(LENGTHS)("a text of %i bytes is drawn as an independent encoder draws it", (length) => {
  const text = Array.from({ length }, (_, i) => "http://192.0.2.7:8000/r/KQZ7MB#k="[i] ?? "abcXYZ019-_"[(i * 7) % 11]).join("");
  expect(qrCode(text)).toEqual(encode(text, { ecc: "L", boostEcc: false, maskPattern: 0, border: 0 }).data);
});

test("letters beyond ASCII count by their bytes", () => {
  expect(qrCode("é".repeat(9))).toEqual(encode("é".repeat(9), { ecc: "L", boostEcc: false, maskPattern: 0, border: 0 }).data);
});

test("a text that is too long is not drawn", () => expect(qrCode("x".repeat(135))).toBeNull());
