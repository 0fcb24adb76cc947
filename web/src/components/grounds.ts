/** The ground of each theme, `--table` in `ground.css`, for what the browser draws around the page. */
export const GROUNDS = { light: "#f4f1e8", dark: "#12262d" } as const;
