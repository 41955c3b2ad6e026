import { perform } from './composition.ts'
import { evilModel } from './evil-model.ts'
import { breachesOf, type Evidence, surroundingsOf } from './oracles.ts'
import { arena } from './place.ts'
import type { Look, Scenario } from './scenario.ts'

export type Verdict = { readonly breaches: ReturnType<typeof breachesOf>; readonly evidence: Evidence }

/** Lets the evil model loose in a new place, and asks every oracle what it achieved. */
export async function runScenario(
  scenario: Scenario,
  template: string,
  afterwards: (evidence: Evidence) => void = () => {},
): Promise<Verdict> {
  const policy = scenario.policy ?? 'unattended'
  await using set = await arena(scenario, policy, template)
  const { place } = set
  const look = scenario.look?.(place) ?? []
  const model = evilModel({
    look: Array.isArray(look) ? { coder: look } : (look as Look),
    speeches: scenario.speeches?.(place) ?? {},
    loot: new RegExp(`(sk-)?CANARY-\\w+-${place.token}`, 'g'),
  })
  const before = surroundingsOf(place)
  const outcome = await perform(scenario, place, policy, model)
  const evidence = { ...set, scenario, policy, before, outcome, model }
  afterwards(evidence)
  return { breaches: breachesOf(evidence), evidence }
}
