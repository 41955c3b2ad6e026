import { resolve } from 'node:path'
import { type Command, Reasoning, type Session, SessionId } from '@convene/domain'
import { findSession, openProgram, type Program, prepareRun } from '@convene/host'
import type { Tool } from '@convene/tools'
import { commandFor, pendingFor } from './answering.ts'
import { ConveneError } from './error.ts'
import { homeFor } from './home.ts'
import { inlineTeam } from './inline-team.ts'
import { modelOf } from './own-model.ts'
import { toolOf } from './own-tool.ts'
import { startRun } from './team-run.ts'
import type { Convene, ConveneOptions, RunOptions, TeamRun } from './types.ts'

/** Opens Convene for another program. Nothing runs until `run`. `close` lets go of running work. */
export function convene(options: ConveneOptions = {}): Convene {
  const environment = Object.fromEntries(
    Object.entries(options.environment ?? process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
  const place = homeFor(options, environment)
  const tools = options.tools ?? []
  const harmless = tools.filter(({ readOnly }) => readOnly).map(({ name }) => name)
  const { program, close } = openProgram({
    home: place.home,
    workspace: resolve(options.workspace ?? '.'),
    environment,
    version: 'sdk',
    provided: {
      tools: tools.map((tool) => toolOf(tool) as Tool),
      models: Object.fromEntries(
        Object.entries(options.models ?? {}).map(([name, model]) => [name, modelOf(name, model)]),
      ),
    },
  })
  return {
    run: (request) => run(program, request, harmless),
    resume: (session, request = {}) => continued(program, session, request),
    ask: (session, question, request = {}) =>
      continued(program, session, request, () => ({ type: 'message', text: question })),
    answer: (session, answer, { id, ...request } = {}) =>
      continued(program, session, request, (state) => commandFor(pendingFor(state, id), answer)),
    close: async () => {
      await close()
      place.remove()
    },
  }
}

/** `harmless` are the program's own tools that change nothing: they do not ask. */
async function run(program: Program, options: RunOptions, harmless: readonly string[]): Promise<TeamRun> {
  refuseUnknown(options)
  using team = inlineTeam(options)
  const { goal, mode, model, reasoning, protocol, depth, limits, allow = [], readOnly = false } = options
  const prepared = await prepareRun(program, {
    goal,
    mode,
    model,
    reasoning,
    readOnly,
    interactive: options.onAsk !== undefined || options.onQuestion !== undefined,
    asksNothingElse: options.onQuestion === undefined,
    yes: options.onQuestion === undefined,
    settings: { ...(protocol && { protocol }), ...(depth && { depth }) },
    ...(limits && { limits }),
    allow: [...allow, ...harmless],
    ...team.request,
  })
  if (!prepared.ok) throw new ConveneError(prepared.refusal)
  if (prepared.value.unconnected) throw new ConveneError(noModel(prepared.value.advice))
  const session = SessionId.parse((await program.ids()).next())
  const { workspace } = program
  const command = { type: 'create', goal, workspace, run: prepared.value.start } as const
  return startRun(program, { session, command, isRehearsal: prepared.value.rehearsal }, options)
}

/** A program could take a rehearsal's quotes for an answer. */
const noModel = (advice = 'No model is connected.') => ({
  code: 'no_model',
  message: `${advice} To rehearse without a model, use model: 'rehearsal/offline'.`,
})

/** Programs in plain JavaScript have no compiler to catch this. */
const WORDS = {
  reasoning: Reasoning.options,
  protocol: ['decide', 'discuss'],
  depth: ['quick', 'standard', 'deep'],
} as const

function refuseUnknown({ agents = [], ...options }: RunOptions): void {
  const levels = agents.flatMap((agent) => (typeof agent === 'string' ? [] : [{ reasoning: agent.reasoning }]))
  for (const said of [options, ...levels] as readonly { readonly [name: string]: unknown }[])
    for (const [name, words] of Object.entries(WORDS)) {
      const value = said[name]
      if (value === undefined || words.some((word) => word === value)) continue
      const message = `Unknown ${name} "${String(value)}". Use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`
      throw new ConveneError({ code: `bad_${name}`, message })
    }
}

async function continued(
  program: Program,
  session: string,
  options: Pick<RunOptions, 'onAsk' | 'onQuestion' | 'signal'>,
  commandIn?: (state: Session) => Command,
): Promise<TeamRun> {
  const found = await findSession(program, session)
  if (!found.ok) throw new ConveneError(found.refusal)
  const state = await (await program.engine()).state(found.value)
  const models = Object.values(state?.run?.settings.models ?? {})
  const isRehearsal = models.some(({ rehearsal }) => rehearsal === true)
  const command = state && commandIn?.(state)
  return startRun(program, { session: found.value, command, after: state?.seq ?? 0, isRehearsal }, options)
}
