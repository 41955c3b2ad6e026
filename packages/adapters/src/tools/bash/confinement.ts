/** What a command may reach. */
export type Confinement = {
  readonly workspace: string
  /** Where it starts. */
  readonly folder: string
  readonly home: string
  /** Our own data folder: keys may be in its settings, wherever it lies. */
  readonly data: string
  readonly network: boolean
  readonly environment: { readonly [name: string]: string }
}
