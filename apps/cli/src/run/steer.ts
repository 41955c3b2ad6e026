import { type Command, clean, isActive, isFinal, type Session, type SessionId } from '@convene/domain'
import { findSession, shortId } from '@convene/host'
import type { CommandWork } from '../command-line/command.ts'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

type Steering = { readonly command: (input: Input) => Command; readonly done: (state: Session | undefined) => string }

/** Sends a command to a session through the log, whichever process has it, and prints the result. */
const steer =
  ({ command, done }: Steering): CommandWork =>
  async (program, input) => {
    const found = await findSession(program, input.words[0] ?? '')
    if (!found.ok) return program.refuse(found.refusal)
    const engine = await program.engine()
    const before = await engine.state(found.value)
    const refusal = await engine.send(found.value, command(input))
    if (refusal) return program.refuse(refusal)
    const answers = await answeredAtOnce(program, found.value, before?.seq ?? 0)
    for (const text of answers) program.terminal.out.write(`${clean(text)}\n`)
    if (answers.length === 0) program.terminal.err.write(`${done(await engine.state(found.value))}\n`)
    return 0
  }

/** Convene's own answers to a question about the run, printed in the asking terminal. */
async function answeredAtOnce(program: CliProgram, session: SessionId, after: number): Promise<readonly string[]> {
  const { log } = await program.store()
  return (await log.read(session, after)).flatMap((event) =>
    event.type === 'message' && event.data.author === 'convene' && event.data.kind === 'notification'
      ? [event.data.text]
      : [],
  )
}

const resumeText = (state: Session | undefined): string => `convene resume ${shortId(state?.id ?? '')}`

/** `convene pause`: pauses the run or one agent. */
export const pause: CommandWork = (program, input) => {
  const agent = input.text('agent')
  const paused = agent === undefined ? 'Paused.' : `Paused ${agent}. The other agents continue.`
  const option = agent === undefined ? '' : ` --agent ${agent}`
  return steer({
    command: () => ({ type: 'pause', ...(agent !== undefined && { agent }) }),
    done: (state) => `${paused} Calls in progress will finish. To resume: ${resumeText(state)}${option}`,
  })(program, input)
}

/** `convene stop`. */
export const stop: CommandWork = steer({ command: () => ({ type: 'stop' }), done: () => 'Stopped.' })

/** `convene reset`. */
export const reset: CommandWork = steer({
  command: () => ({ type: 'reset' }),
  done: (state) => `Reset. To start a new run: convene run "…" --session ${shortId(state?.id ?? '')}`,
})

/** `convene message`. After a run ends, no agent would read it, so it points to `ask`. */
export async function messageCommand(program: CliProgram, input: Input): Promise<number> {
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
    state && isActive(state) ? 'Queued for the next model call.' : `Queued. To resume the run: ${resumeText(state)}`,
})
