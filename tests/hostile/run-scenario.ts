import { perform } from './composition.ts'
import { evilModel } from './evil-model.ts'
import { hostSnapshotOf } from './host-snapshot.ts'
import { type Breach, breachesOf, type Evidence } from './oracles.ts'
import { arena } from './place.ts'
import type { Look, Scenario } from './scenario.ts'

export type Verdict = { readonly breaches: readonly Breach[]; readonly evidence: Evidence }

/** How a control does the harm that a model cannot: after the run, or in the evidence. */
export type Tampering = {
  readonly afterwards?: (place: Evidence['place']) => Promise<void>
  readonly forge?: (evidence: Evidence) => Evidence
}

/** Runs the evil model in a new place, and collects what each oracle saw. */
export async function runScenario(
  scenario: Scenario,
  template: string,
  { afterwards, forge = (evidence) => evidence }: Tampering = {},
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
  const outcome = await perform(scenario, place, policy, model)
  await afterwards?.(place)
  const evidence = forge({ ...set, scenario, policy, outcome, model, after: hostSnapshotOf(place) })
  return { breaches: breachesOf(evidence), evidence }
}
