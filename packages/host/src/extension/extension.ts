import type { Toolset } from '@convene/tools'

/**
 * What an optional package adds to Convene: each part is something that the core has many of, and knows without this
 * package too. The package exports it as `extension`. The core never imports the package: an app passes the list of
 * optional packages to the program, and what is asked for decides what is loaded.
 */
export type Extension = {
  /** Tools for agents, opened once per workspace. */
  tools?(): Toolset
}

/** A part of Convene that optional packages add to. */
export type Part = keyof Extension

/** An optional package, as the list of them knows it while it is not loaded, or not installed. */
export type OptionalPackage = {
  readonly name: `@convene/${string}`
  /** What it adds, by the names that users write. If it is missing, Convene can say where they come from. */
  readonly adds: { readonly [P in Part]?: readonly string[] }
  load(): Promise<{ readonly extension: Extension }>
}
