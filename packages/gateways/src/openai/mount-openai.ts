import { type Refusal, type Result, refuse } from '@convene/domain'
import { type AgentBudget, type CallingProgram, type Program, settingsOf } from '@convene/host'
import { readBody } from '@convene/server'
import type { Hono } from 'hono'
import { chatDialect } from './chat.ts'
import type { ApiRequest, Dialect } from './dialect.ts'
import { responses } from './responses.ts'
import { streamAnswer } from './stream-answer.ts'
import { startAnswer } from './team-answer.ts'
import { findTeamModel, teamModels } from './team-models.ts'

const MOST_BYTES = 4 * 1_048_576
/** A team that uses this server as its own model would call itself endlessly. */
const MOST_AT_ONCE = 4

/** Offers each team and mode as a model of an OpenAI-compatible server, if the settings enable it. */
export function mountOpenAi(app: Hono, own: Program, budget: AgentBudget): void {
  let running = 0
  const here = async (): Promise<Result<Program>> => {
    const program = own.at(own.workspace)
    const settings = await settingsOf(program)
    if (!settings.ok) return settings
    return settings.value.settings.server.openai ? { ok: true, value: program } : refuse('not_found', OFF)
  }
  app.get('/v1/models', async () => {
    const program = await here()
    if (!program.ok) return problem(program.refusal)
    const data = (await teamModels(program.value)).map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'convene',
    }))
    return Response.json({ object: 'list', data })
  })
  const answers = async <A extends ApiRequest>(dialect: Dialect<A>, request: Request) => {
    const program = await here()
    if (!program.ok) return problem(program.refusal)
    if (running >= MOST_AT_ONCE)
      return problem({ code: 'too_many', message: 'Too many teams are running. Try again later.' })
    running += 1
    return answer({ ...unattended, program: program.value, budget }, dialect, request, () => {
      running -= 1
    })
  }
  app.post('/v1/chat/completions', (call) => answers(chatDialect, call.req.raw))
  app.post('/v1/responses', (call) => answers(responses, call.req.raw))
  app.all('/v1/*', () => problem({ code: 'not_found', message: UNKNOWN }))
}

const UNKNOWN = 'Unknown endpoint. Use /v1/models, /v1/chat/completions or /v1/responses.'
const OFF = 'This endpoint is off. Set server.openai to true in your settings.'

/** Nobody can be asked. Requests in this dialect do not say which program sends them. */
const unattended = { by: 'openai', allowChanges: false, yes: true, name: () => 'over the OpenAI API' } as const

/** `ended` is called once, however it ends. */
async function answer<A extends ApiRequest>(
  caller: CallingProgram,
  dialect: Dialect<A>,
  request: Request,
  ended: () => void,
): Promise<Response> {
  const body = await readJson(request)
  const asked = body.ok ? dialect.read(body.value) : body
  const model = asked.ok ? await findTeamModel(caller.program, asked.value.model) : asked
  const started = asked.ok && model.ok ? await startAnswer(caller, { ...asked.value, model: model.value }) : undefined
  if (!asked.ok || !model.ok || !started?.ok) {
    ended()
    return problem([asked, model, started].flatMap((each) => (each && !each.ok ? [each.refusal] : []))[0] as Refusal)
  }
  const team = started.value
  void team.result.finally(ended).catch(() => undefined)
  // If the caller disconnects, nobody will read the answer.
  request.signal.addEventListener('abort', () => void team.stop(), { once: true })
  if (asked.value.stream) return streamAnswer(team, dialect.stream(asked.value, team))
  const answered = await team.result
  return answered.ok ? Response.json(dialect.whole(asked.value, team, answered.value)) : problem(answered.refusal)
}

async function readJson(request: Request): Promise<Result<unknown>> {
  const body = await readBody(request, MOST_BYTES)
  if (!body.ok) return body
  try {
    return { ok: true, value: JSON.parse(new TextDecoder().decode(body.value)) }
  } catch {
    return refuse('bad_json', 'Invalid JSON.')
  }
}

const statuses: { readonly [code: string]: number } = {
  not_found: 404,
  model_not_found: 404,
  session_not_found: 404,
  busy: 409,
  too_large: 413,
  too_many: 429,
  too_expensive: 429,
  no_model: 503,
  team_failed: 502,
  team_waits: 502,
}

/** A refusal in this API's format. */
function problem({ code, message }: Refusal): Response {
  const status = statuses[code] ?? 400
  const type = status >= 500 ? 'server_error' : 'invalid_request_error'
  return Response.json({ error: { message, type, param: null, code } }, { status })
}
