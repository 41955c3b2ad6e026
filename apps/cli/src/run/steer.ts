import { type Command, clean, isActive, isFinal, type Session, type SessionId } from '@convene/domain'
import { findSession, shortId } from '@convene/host'
import type { Work } from '../command-line/command.ts'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'

type Steering = { readonly command: (input: Input) => Command; readonly done: (state: Session | undefined) => string }

/** Sends a command to a session wherever it runs, through the log, and says what came of it. */
const steer =
  ({ command, done }: Steering): Work =>
  async (program, input) => {
    const found = await findSession(program, input.words[0] ?? '')
    if (!found.ok) return program.refuse(found.refusal)
    const engine = await program.engine()
    const before = await engine.state(found.value)
    const refusal = await engine.send(found.value, command(input))
    if (refusal) return program.refuse(refusal)
    const answers = await answeredAtOnce(program, found.value, before?.seq ?? 0)
    for (const text of answers) program.terminal.out.write(`${clean(text)}\n`)
    if (answers.length === 0)
      program.terminal.err.write(`${asStarted(program.terminal, done(await engine.state(found.value)))}\n`)
    return 0
  }

/** What Convene itself has said to a question about the run: whoever asked gets it here. */
async function answeredAtOnce(program: Program, session: SessionId, after: number): Promise<readonly string[]> {
  const { log } = await program.store()
  return (await log.read(session, after)).flatMap((event) =>
    event.type === 'message' && event.data.author === 'convene' && event.data.kind === 'notification'
      ? [event.data.text]
      : [],
  )
}

const resumeText = (state: Session | undefined): string => `convene resume ${shortId(state?.id ?? '')}`

/** `convene pause`: the run, or one agent of it. */
export const pause: Work = (program, input) => {
  const agent = input.text('agent')
  const told = agent === undefined ? 'Paused' : `Paused ${agent}, and the others go on`
  const option = agent === undefined ? '' : ` --agent ${agent}`
  return steer({
    command: () => ({ type: 'pause', ...(agent !== undefined && { agent }) }),
    done: (state) => `${told}; calls under way finish. Go on with: ${resumeText(state)}${option}`,
  })(program, input)
}

/** `convene stop`. */
export const stop: Work = steer({ command: () => ({ type: 'stop' }), done: () => 'Stopped.' })

/** `convene reset`. */
export const reset: Work = steer({
  command: () => ({ type: 'reset' }),
  done: (state) => `Reset. A new run: convene run "…" --session ${shortId(state?.id ?? '')}`,
})

/** `convene message`. After the end nobody would hear it: that is what `ask` is for. */
export async function message(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const state = await engine.state(found.value)
  const id = shortId(found.value)
  if (state?.run && isFinal(state.run.phase))
    return program.refuse({
      code: 'illegal_command',
      message: `The run is ${state.run.phase}. To ask a follow-up: convene ask ${id} "…"`,
    })
  return send(program, input)
}

const send = steer({
  command: (input) => {
    const to = input.text('to')
    return { type: 'message', text: input.words[1] ?? '', ...(to !== undefined && { to }) }
  },
  done: (state) =>
    state && isActive(state)
      ? 'Queued: it is given with the next call.'
      : `Queued. The run goes on with: ${resumeText(state)}`,
})
