import { createDomain, emptySession, type Fact, type Result, type SessionId, usualMode } from '@convene/domain'
import type { Program } from '../program.ts'
import { prepareRun } from '../run/prepare-run.ts'

/** An agent's system prompt, as in a run started now. Nothing is run or stored. */
export async function finalPrompt(program: Program, slug: string): Promise<Result<string>> {
  const prepared = await prepareRun(program, {
    agents: [slug],
    mode: usualMode(1),
    model: 'rehearsal/offline',
    interactive: false,
    onlyLook: true,
  })
  if (!prepared.ok) return prepared
  const domain = createDomain()
  let state = emptySession('preview' as SessionId)
  const record = (facts: readonly Fact[]) => {
    for (const fact of facts) state = domain.evolve(state, domain.stamp(state, fact, program.now(), state.seq + 1))
  }
  const { workspace } = program
  record(domain.accept(state, { type: 'create', goal: 'Preview', workspace, run: prepared.value.start }).facts)
  let step = domain.next(state)
  for (; step.record.length > 0; step = domain.next(state)) record(step.record)
  const call = step.want.find((effect) => effect.kind === 'model')
  return { ok: true, value: call?.kind === 'model' ? domain.prompt(state, call).system : '' }
}
