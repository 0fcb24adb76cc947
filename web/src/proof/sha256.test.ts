import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, hex, sha256 } from "./sha256";

/** The hashes, by other people's code, of so many bytes counting up by sevens from their number. */
const KNOWN: readonly (readonly [length: number, hash: string])[] = [
  [0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [1, "4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"],
  [3, "6ab0dba1f4f1dfbb37b4f9eeb092c09fca4900ad32bdcd147d8dde35d6c87c35"],
  [31, "6c56c9f0cdd4759c04aa75b8583e11614c25b347c984ca4c6bcb1fdfb09fb268"],
  [32, "70b25e78a713fbc17ba3f5e9b25c16200202a776ddb67fffb745d54b9eee7f29"],
  [55, "81afe5b788dc2ce138ff83d9b20164db75a94d75d2b2432eea4a0ef605088c72"],
  [56, "2aba54f0ac632420a2b502431408866e40e1d5e430df4cd822642c78ab2eb9c1"],
  [57, "903284efbf9100e8ba1614ec65eacacad125e03f857cae7acbf8b73b23e0fdfe"],
  [63, "733d3d4ee79ee67145bf73da13588f6f235d37414fc64b14a2f00f1762792f5e"],
  [64, "79322907b3e9d013d7dc2c2f256674dbf733045cde01df3539271c6f5605feb8"],
  [65, "d85c007c6eb440f085afa2b84f6f2bce4658b240e9f62cb1364bf0485a57e720"],
  [119, "6c87eedf096b345de205b702e5223b73b447a3207791ded3ea007ba15ed6736e"],
  [120, "42500cf6a1e3936d6b9e0bcfe296d654b63255e525487d3634d0b15fde591c4d"],
  [200, "8e3f3819b4f1b1f71c011c6b854c43601f132c3c88b8982b20733d2b1695c593"],
];

test.each(KNOWN)("the hash of %i bytes is that of everybody else", (length, hash) => {
  const bytes = Uint8Array.from({ length }, (_, i) => 7 * i + length);
  expect(hex(sha256(bytes))).toBe(hash);
});

test("hexadecimal goes both ways", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(bytesOf(hex(bytes))).toEqual(bytes);
    }),
  );
});
