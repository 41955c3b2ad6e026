import { ok, type Result, refuse } from '@convene/domain'
import type { ForgeProposal, Way } from './forge.ts'

/** An open pull request. */
export type Opened = { readonly url: string; readonly by: string; readonly isNew: boolean }

/** Opens a pull request, or finds the one that is open. If one way fails, such as a program that is not logged in, the next one is tried. */
export async function firstThatWorks(ways: readonly Way[], proposal: ForgeProposal): Promise<Result<Opened>> {
  let failed: Result<never> = refuse('no_forge', 'There is no way to open it.')
  for (const way of ways) {
    const opened = await openBy(way, proposal)
    if (opened.ok) return opened
    failed = opened
  }
  return failed
}

/** The open pull request of the branch, or else a new one. It is looked for again before anything is called a failure. */
export async function openBy(way: Way, proposal: ForgeProposal): Promise<Result<Opened>> {
  const there = await way.find(proposal.branch)
  if (!there.ok) return there
  if (there.value !== undefined) return ok({ url: there.value, by: way.name, isNew: false })
  const made = await way.open(proposal)
  if (!made.ok) return made
  if (made.value !== undefined) return ok({ url: made.value, by: way.name, isNew: true })
  const found = await way.find(proposal.branch)
  if (!found.ok) return found
  return found.value === undefined
    ? refuse('forge_refused', 'The answer names no pull request of this repository.')
    : ok({ url: found.value, by: way.name, isNew: true })
}
