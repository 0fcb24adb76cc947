/** The messages of a part of the client that is loaded by itself: all its languages come with it, so that it can change its language without a line. */

import { compile, type Message, type Values } from "./format";
import { type Language, language } from "./words.svelte";

export type Catalogues<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** A part's own `t`, in the language that the client speaks just now. */
export function part<Key extends string>(catalogues: Catalogues<Key>): (key: Key, values?: Values) => string {
  const compiled = new Map<string, Message>();
  return (key, values = {}) => {
    const spoken = language();
    const known = compiled.get(`${spoken} ${key}`);
    if (known !== undefined) return known(values);
    const message = compile(catalogues[spoken][key], spoken);
    compiled.set(`${spoken} ${key}`, message);
    return message(values);
  };
}
