/** A third-party package in a release. `ref` is name@version, `needs` are refs. */
export type Component = {
  readonly ref: string
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
  readonly needs: readonly string[]
}
export function componentsOf(root: string): readonly Component[]
