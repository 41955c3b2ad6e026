import { type ModelRequest, modes, type RunStart, Seat } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { runOf, SimulatedSession } from '@convene/testkit'

const seat = (slug: string, role: Seat['seat'], model: string): Seat =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model, seat: role })

/** A typical run of any mode, with an unknown model. */
export function crew(mode: string, model: string): RunStart {
  const members = (mode === 'agent' ? ['ada'] : ['ada', 'bert', 'cleo']).map((slug) =>
    seat(slug, mode === 'agent' ? 'agent' : 'member', model),
  )
  const team = {
    members,
    ...(['delegate', 'orchestrate', 'reflect', 'plan', 'panel'].includes(mode) && {
      lead: seat('head', 'lead', model),
    }),
    ...((mode === 'panel' || mode === 'reflect') && { judge: seat('mod', 'judge', model) }),
  }
  const models = { [model]: { price: { input: 1, output: 2 }, context: null } }
  const limits = modes[mode]?.limits({ members }) ?? {}
  return runOf({ mode, team, limits, settings: { yes: true, interactive: false, models } })
}

type Traced = ModelRequest & { readonly effect: string }

/** Plays a run with real requests. Time passes only while no request is under way, so waits take no real time. */
export async function played(
  start: RunStart,
  ask: (request: Traced) => AsyncIterable<ModelPart>,
): Promise<SimulatedSession> {
  let open = 0
  const stage = new SimulatedSession({
    model: () => [],
    async *live(request) {
      open++
      try {
        yield* ask(request as Traced)
      } finally {
        open--
      }
    },
  })
  const { clock } = stage.world
  await stage.create(start)
  for (let idle = 0; stage.engine.live > 0; ) {
    await new Promise((resolve) => setImmediate(resolve))
    idle = open > 0 ? 0 : idle + 1
    if (idle > 5) clock.advance(Math.max(1, clock.untilNext() ?? 1))
  }
  return stage
}
