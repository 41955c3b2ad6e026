import type { Json } from '@convene/domain'
import type { AbortSignal, ToolHost, ToolOutput, ToolRequest } from '@convene/engine'
import type { Host } from './host.ts'
import type { Ledger } from './ledger.ts'
import { simulatedTools } from './scenario.ts'
import type { World } from './world.ts'

const behaviours = { works: 70, fails: 12, hangs: 6, ignoresAbort: 3, throws: 4 } as const
const inspections = { looks: 85, hangs: 5, throws: 10 } as const

/** Tools that read and tools with side effects, which are counted because they may happen only once. */
export function simulatedToolHost(process: Host): ToolHost {
  const { world } = process
  return {
    async inspect(request) {
      await process.wait(world.random.between(1, 300))
      const behaviour = world.calm ? 'looks' : world.random.weighted(inspections)
      if (behaviour === 'throws') throw new Error('cannot look')
      if (behaviour === 'hangs') await new Promise(() => {})
      return [{ permission: request.tool, target: targetOf(request.input) }]
    },
    async run(request, signal) {
      const performance = begin(process, request, signal)
      try {
        return await behave(process, signal)
      } finally {
        performance.over = true
      }
    },
  }
}

function begin({ world, name }: Host, request: ToolRequest, signal: AbortSignal) {
  const { session, task, call, tool } = request
  const ledger = world.ledger(session)
  const id = `${task}/${call}`
  const intent = ledger.open.find(({ task: of, data }) => of === task && data.call === call)
  if (!intent && world.owns(name, session))
    world.violate('I2 intent before effect', `${id} ran without an open intent in the log`, session)
  const before = world.toolRuns.filter((run) => run.session === session && run.key.startsWith(`${id}/`))
  if (!simulatedTools[tool]?.readOnly && before.length > 0)
    world.violate('I3 effects happen at most once', `${tool} ran again for ${id}`, session)
  const refusal = unpermitted(world, request)
  if (refusal) world.violate('I7 only what is permitted runs', `${id} ran: ${refusal}`, session)
  const key = intent?.data.effect ?? `${id}/run.?`
  const performance = { session, key, process: name, signal, since: world.clock.ticks(), over: false }
  world.toolRuns.push(performance)
  return performance
}

/** The user has approved a plan under which this step may make changes without asking. */
function isGrantedInAdvance({ events }: Ledger, task: string): boolean {
  const plan = events.findLast((event) => event.type === 'plan.committed')
  const isApproved = events.some((event) => event.type === 'question.answered' && event.data.answer === 'approve')
  return (
    isApproved && (plan?.data.steps ?? []).some(({ id, approve }) => approve === 'auto' && task.split('/')[1] === id)
  )
}

/** Judged again by independent code: a deny rule, or an ask that no user has answered. */
function unpermitted(world: World, { session, task, call, tool, input }: ToolRequest): string | undefined {
  const ledger = world.ledger(session)
  const answer = ledger.answered.get(`${task}/${call}/ask`)?.data.answer
  const rule = (ledger.run?.data.settings.permissions[0]?.rules as { [tool: string]: Json } | undefined)?.[tool]
  const target = targetOf(input)
  const denier = ledger.tasks.all.get(task)?.chain.find((slug) => deniesItself(ledger, slug, tool))
  if (denier) return `${denier} may not, and it is done for ${denier}`
  if (answer === 'deny') return 'a person denied it'
  if (rule === 'allow' || (tool === 'shell' && target.startsWith('git '))) return undefined
  if (rule === 'deny' || (tool === 'shell' && target.startsWith('rm '))) return 'a rule denies it'
  if (answer !== undefined || isGrantedInAdvance(ledger, task)) return undefined
  return ledger.grants.some((grant) => grant.startsWith(`${tool}:`)) ? undefined : 'nobody was asked'
}

/** What an agent may not do itself, no other agent may do for it. */
function deniesItself({ run }: Ledger, slug: string, tool: string): boolean {
  const { team } = run?.data ?? {}
  const seat = [team?.lead, ...(team?.members ?? []), ...(team?.subagents ?? [])].find((each) => each?.slug === slug)
  return seat?.permissions[tool] === 'deny'
}

async function behave(process: Host, signal: AbortSignal): Promise<ToolOutput> {
  const { world } = process
  const behaviour = world.calm ? 'works' : world.random.weighted(behaviours)
  if (behaviour === 'ignoresAbort') await new Promise(() => {})
  await orAborted(process, signal, behaviour === 'hangs' ? 1_000_000 : world.random.between(1, 6_000))
  if (behaviour === 'throws') throw new Error('the tool broke')
  return { ok: behaviour !== 'fails', output: behaviour === 'fails' ? 'It failed.' : 'It worked.' }
}

/** Waits, or ends at once when it is aborted. */
export function orAborted(process: Host, signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = process.clock.after(ms, resolve)
    const onAbort = () => {
      cancel()
      resolve()
    }
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

function targetOf(input: Json): string {
  const target = typeof input === 'object' && input !== null && 'target' in input ? input.target : ''
  return String(target)
}
