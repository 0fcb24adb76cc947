/** Which screen the address asks for; the address is changed by `go` alone. */

import { readLink } from "../net/rooms";

export type Route =
  | { readonly screen: "home" }
  | { readonly screen: "new" }
  | { readonly screen: "machine" }
  | { readonly screen: "score" }
  | { readonly screen: "rules" }
  | { readonly screen: "replay" }
  | { readonly screen: "practice" }
  | { readonly screen: "stats" }
  | { readonly screen: "learn" }
  | { readonly screen: "tv"; readonly code: string; readonly key: string | null }
  | { readonly screen: "room"; readonly code: string; readonly key: string | null };

function read(): Route {
  const link = readLink(location);
  if (link !== null) return { screen: link.screen ? "tv" : "room", code: link.code, key: link.key };
  switch (location.pathname) {
    case "/new":
      return { screen: "new" };
    case "/machine":
      return { screen: "machine" };
    case "/score":
      return { screen: "score" };
    case "/rules":
      return { screen: "rules" };
    case "/replay":
      return { screen: "replay" };
    case "/practice":
      return { screen: "practice" };
    case "/stats":
      return { screen: "stats" };
    case "/learn":
      return { screen: "learn" };
    default:
      return { screen: "home" };
  }
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
