type Offer = { readonly model: string; readonly label: string }
type Found = {
  readonly servers: readonly { readonly label: string; readonly models: readonly string[] }[]
  readonly providers: readonly {
    readonly label: string
    readonly configured: boolean
    readonly name: string
    readonly models: readonly { readonly name: string; readonly note?: string | undefined }[]
  }[]
}

/** One offer per local server, per provider with a key, and per installed coding agent. */
export function offers({ servers, providers }: Found): readonly Offer[] {
  const local = servers.flatMap(({ label, models: [first] }) =>
    first ? [{ model: first, label: `${first.slice(first.indexOf('/') + 1)} of ${label}` }] : [],
  )
  const agents = providers
    .filter(({ name }) => name === 'acp')
    .flatMap(({ models }) => models.map(({ name, note = name }) => ({ model: name, label: note })))
  const keyed = providers
    .filter(({ configured, name }) => configured && name !== 'rehearsal' && name !== 'acp')
    .flatMap(({ label, models: [first] }) => (first ? [{ model: first.name, label }] : []))
  return [...local, ...keyed, ...agents].slice(0, 4)
}
