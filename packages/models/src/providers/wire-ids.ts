type Delta = { readonly index?: unknown; readonly id?: unknown; readonly function?: { readonly name?: unknown } }

/**
 * Call ids as sent over the wire. The chat completions packages assign a new id to a repeated call, which would then
 * run twice.
 */
export class WireIds {
  #byPlace = new Map<unknown, string>()
  #opening: { name: unknown; id: string }[] = []
  #known = new Map<string, string>()

  /** Records a raw chunk of the answer, before the package processes it. */
  note(raw: unknown): void {
    this.#opening = []
    for (const delta of deltasOf(raw)) {
      const place = delta.index ?? null
      const id = textOf(delta.id) ?? (place === null ? undefined : this.#byPlace.get(place))
      if (id === undefined) continue
      this.#byPlace.set(place, id)
      if (textOf(delta.function?.name)) this.#opening.push({ name: delta.function?.name, id })
    }
  }

  /** The package starts a call of this tool, under its own id or the wire's. */
  begin(id: string, tool: string): void {
    const at = this.#opening.findIndex(({ name }) => name === tool)
    const [opened] = at === -1 ? [] : this.#opening.splice(at, 1)
    if (opened) this.#known.set(id, opened.id)
  }

  of(id: string): string {
    return this.#known.get(id) ?? id
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

function deltasOf(raw: unknown): readonly Delta[] {
  const { choices } = (raw ?? {}) as { choices?: readonly { delta?: { tool_calls?: unknown } }[] }
  const calls = Array.isArray(choices) ? choices[0]?.delta?.tool_calls : undefined
  return Array.isArray(calls) ? calls.filter((call) => typeof call === 'object' && call !== null) : []
}
