import { type Refusal, type Result, refuse } from '@convene/domain'
import { type Program, settingsOf } from '@convene/host'
import type { Hono } from 'hono'
import { readBody } from '../read-body.ts'
import { ChatRequest, goalOf } from './chat-request.ts'
import { completed, streamed } from './chat-response.ts'
import { startAnswer } from './team-answer.ts'
import { findTeamModel, teamModels } from './team-models.ts'

const MOST_BYTES = 4 * 1_048_576
/** A team whose models are this very server would ask itself without end. */
const MOST_AT_ONCE = 4

/** Offers each team and mode as a model of an OpenAI-compatible server, if the settings say so. */
export function mountOpenAi(app: Hono, own: Program): void {
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
  app.post('/v1/chat/completions', async (call) => {
    const program = await here()
    if (!program.ok) return problem(program.refusal)
    if (running >= MOST_AT_ONCE) return problem({ code: 'too_many', message: 'Too many teams are at work. Try later.' })
    running += 1
    return answer(program.value, call.req.raw, () => {
      running -= 1
    })
  })
  app.all('/v1/*', () =>
    problem({ code: 'not_found', message: 'Unknown endpoint. Use /v1/models or /v1/chat/completions.' }),
  )
}

const OFF = 'This endpoint is off. Set server.openai to true in your settings.'

/** `ended` is called once, however it ends. */
async function answer(program: Program, request: Request, ended: () => void): Promise<Response> {
  const chat = await readChat(request)
  const model = chat.ok ? await findTeamModel(program, chat.value.model) : chat
  const goal = chat.ok ? goalOf(chat.value) : chat
  if (!chat.ok || !model.ok || !goal.ok) {
    ended()
    return problem([chat, model, goal].flatMap((each) => (each.ok ? [] : [each.refusal]))[0] as Refusal)
  }
  const started = await startAnswer(program, { goal: goal.value, model: model.value })
  if (!started.ok) {
    ended()
    return problem(started.refusal)
  }
  const { result, stop } = started.value
  void result.finally(ended).catch(() => undefined)
  // Nobody reads the answer of a caller that has gone.
  request.signal.addEventListener('abort', () => void stop(), { once: true })
  if (chat.value.stream) return streamed(chat.value, started.value)
  const answered = await result
  return answered.ok ? completed(chat.value, started.value.session, answered.value) : problem(answered.refusal)
}

async function readChat(request: Request): Promise<Result<ChatRequest>> {
  const body = await readBody(request, MOST_BYTES)
  if (!body.ok) return body
  try {
    const parsed = ChatRequest.safeParse(JSON.parse(new TextDecoder().decode(body.value)))
    if (parsed.success) return { ok: true, value: parsed.data }
    const [issue] = parsed.error.issues
    return refuse('bad_request', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  } catch {
    return refuse('bad_json', 'Invalid JSON.')
  }
}

const statuses: { readonly [code: string]: number } = {
  not_found: 404,
  model_not_found: 404,
  too_large: 413,
  too_many: 429,
  no_model: 503,
  team_failed: 502,
  team_waits: 502,
}

/** A refusal as clients of this API read it. */
function problem({ code, message }: Refusal): Response {
  const status = statuses[code] ?? 400
  const type = status >= 500 ? 'server_error' : 'invalid_request_error'
  return Response.json({ error: { message, type, param: null, code } }, { status })
}
