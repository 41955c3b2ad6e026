import { resolve } from 'node:path'
import { type Command, type Refusal, requestFrom, type Session, SessionId } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { findSession, openProgram, type Prepared, type Program, prepareRun } from '@convene/host'
import type { Tool } from '@convene/tools'
import { answerPending } from './answering.ts'
import { checkContinued, checkOpening, checkRun, refuseOtherThanText } from './check-options.ts'
import { ConveneError } from './error.ts'
import { homeFor } from './home.ts'
import { inlineTeam } from './inline-team.ts'
import { modelOf } from './own-model.ts'
import { refuseUnknownTools, toolOf } from './own-tool.ts'
import { startTeamRun } from './team-run.ts'
import type { Convene, ConveneOptions, RunOptions, TeamRun } from './types.ts'

/** Opens Convene for another program. Nothing runs until `run`. `close` lets go of running work. */
export function convene(options: ConveneOptions = {}): Convene {
  checkOpening(options)
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
    optional: optionalPackages,
    provided: {
      tools: tools.map((tool) => toolOf(tool) as Tool),
      models: Object.fromEntries(
        Object.entries(options.models ?? {}).map(([name, model]) => [name, modelOf(name, model)]),
      ),
    },
  })
  let isClosed = false
  /** Every call but `close`, which may come twice. */
  const whileOpen = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new ConveneError({ code: 'closed', message: 'This was closed. Open it again with convene().' })
    return work()
  }
  return {
    run: (request) => whileOpen(() => run(program, request, harmless)),
    resume: (session, request = {}) => whileOpen(() => continued(program, { session, call: 'resume' }, request)),
    ask: (session, question, request = {}) =>
      whileOpen(async () => {
        refuseOtherThanText(question, 'question')
        return continued(program, { session, call: 'ask' }, request, () => ({ type: 'message', text: question }))
      }),
    answer: (session, answer, { id, ...request } = {}) =>
      whileOpen(() =>
        continued(program, { session, call: 'answer' }, request, (state) => answerPending(state, id, answer)),
      ),
    close: async () => {
      isClosed = true
      await close()
      place.remove()
    },
  }
}

/** `harmless` are the program's own tools that change nothing: they do not ask. */
async function run(program: Program, options: RunOptions, harmless: readonly string[]): Promise<TeamRun> {
  checkRun(options)
  await refuseUnknownTools(program, options)
  using team = inlineTeam(options)
  const { goal, agents: _agents, team: _team, ...choices } = options
  const { allow = [], ...request } = requestFrom(choices)
  const prepared = await prepareRun(program, {
    ...request,
    goal,
    limits: options.limits,
    startedBy: 'sdk',
    interactive: options.onAsk !== undefined || options.onQuestion !== undefined,
    asksNothingElse: options.onQuestion === undefined,
    yes: options.onQuestion === undefined,
    allow: [...allow, ...harmless],
    directory: program.workspace,
    ...team.request,
  })
  if (!prepared.ok) throw new ConveneError(team.inCallersWords(prepared.refusal))
  if (prepared.value.unconnected) throw new ConveneError(noModel(prepared.value.advice))
  const session = SessionId.parse((await program.ids()).next())
  const { workspace } = program
  const { start } = prepared.value
  const warnings = [...warningsOf(prepared.value), ...(start.warnings ?? []), ...leftOut(program, options)]
  const command = { type: 'create', goal, workspace, run: { ...start, warnings } } as const
  return startTeamRun(program, { session, command, isRehearsal: prepared.value.rehearsal }, options)
}

/** What the command line prints before a run: here it is part of the log, where every reader of events finds it. */
const warningsOf = ({ warnings, noWorkspace }: Prepared): readonly Refusal[] =>
  warnings.map((message) =>
    noWorkspace !== undefined && message.startsWith(noWorkspace)
      ? { code: 'no_workspace', message: `${noWorkspace} Set workspace to another folder.` }
      : { code: 'setup', message },
  )

/** The program's own tools that a read-only run does not have. */
function leftOut({ provided }: Program, { readOnly = false }: RunOptions): readonly Refusal[] {
  const names = readOnly ? (provided.tools ?? []).filter((tool) => !tool.readOnly).map(({ name }) => name) : []
  if (names.length === 0) return []
  return [{ code: 'read_only', message: `The run is read-only, so agents do not have: ${names.join(', ')}.` }]
}

/** A program could take a rehearsal's quotes for an answer. */
const noModel = (advice = 'No model is connected.') => ({
  code: 'no_model',
  message: `${advice} To rehearse without a model, use model: 'rehearsal/offline'.`,
})

async function continued(
  program: Program,
  { session, call }: { readonly session: string; readonly call: string },
  options: Pick<RunOptions, 'onAsk' | 'onQuestion' | 'signal'>,
  commandIn?: (state: Session) => Command,
): Promise<TeamRun> {
  refuseOtherThanText(session, 'session')
  checkContinued(options, call)
  const found = await findSession(program, session)
  if (!found.ok) throw new ConveneError(found.refusal)
  const state = await (await program.engine()).state(found.value)
  const models = Object.values(state?.run?.settings.models ?? {})
  const isRehearsal = models.some(({ rehearsal }) => rehearsal === true)
  const command = state && commandIn?.(state)
  return startTeamRun(program, { session: found.value, command, after: state?.seq ?? 0, isRehearsal }, options)
}
