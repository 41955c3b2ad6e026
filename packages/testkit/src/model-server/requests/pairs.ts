import type { Json } from '@convene/domain'

type Turn = { readonly calls: readonly (Json | undefined)[]; readonly results: readonly (Json | undefined)[] }

/** Every call must be answered right after it, once, and nothing else may be answered. */
export function pairProblem(turns: readonly Turn[]): string | undefined {
  let open: readonly (Json | undefined)[] = []
  for (const { calls, results } of turns) {
    const unknown = results.find((id) => !open.includes(id))
    if (unknown !== undefined) return `messages: the result ${unknown} belongs to no call before it`
    open = open.filter((id) => !results.includes(id))
    const goesOn = results.length === 0 || calls.length > 0
    if (goesOn && open.length > 0) return `messages: the call ${open[0]} has no result right after it`
    if (new Set(calls).size < calls.length) return 'messages: two calls have the same id'
    open = [...open, ...calls]
  }
  return open.length > 0 ? `messages: the call ${open[0]} has no result right after it` : undefined
}
