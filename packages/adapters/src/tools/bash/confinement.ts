/** What a command may reach. */
export type Confinement = {
  readonly workspace: string
  /** Where it starts. */
  readonly folder: string
  readonly home: string
  readonly network: boolean
  readonly environment: { readonly [name: string]: string }
}
