/** Which screen the address asks for; the address is changed by `go` alone. */

import { readLink } from "../net/rooms";

/** Pages that have nothing in their address but their name. */
const PAGES = ["new", "machine", "score", "rules", "replay", "practice", "learn", "move", "stats", "settings"] as const;
type Page = "home" | (typeof PAGES)[number];

export type Route =
  | { readonly [Name in Page]: { readonly screen: Name } }[Page]
  | { readonly screen: "tv"; readonly code: string; readonly key: string | null }
  | { readonly screen: "room"; readonly code: string; readonly key: string | null; readonly hand: boolean };

function read(): Route {
  const link = readLink(location);
  if (link !== null) return { ...link, screen: link.screen ? "tv" : "room" };
  return { screen: PAGES.find((page) => location.pathname === `/${page}`) ?? "home" };
}

let here = $state.raw<Route>(read());

addEventListener("popstate", () => (here = read()));
addEventListener("hashchange", () => (here = read()));

export const route = (): Route => here;

export function go(address: string): void {
  history.pushState(null, "", address);
  here = read();
  scrollTo(0, 0);
}

/** A link inside the client: followed without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
