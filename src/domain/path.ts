/** A path of this site, beginning with `/`. */
export type Path = `/${string}`
