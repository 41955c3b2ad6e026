import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import type { CommandContext } from '@convene/host'
import { clientGone } from '../mcp/client-gone.ts'
import { choicesIn } from './choices.ts'
import { conveneAgent } from './convene-agent.ts'

/** `convene acp`: answers an editor over standard input and output until it closes them. Opens no port. */
export async function serveEditor({ program, input, untilStopped }: CommandContext): Promise<number> {
  const defaults = { chosen: choicesIn(input), allow: input.list('allow'), readOnly: input.flag('read-only') }
  const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>
  const stream = ndJsonStream(output, Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>)
  const ended = Promise.race([conveneAgent(program, defaults).connect(stream).closed, clientGone()])
  const hangUp = () => void process.stdin.destroy()
  await untilStopped(program, { ended, stop: hangUp })
  // An editor that only stopped reading may leave it open, which keeps the process alive.
  hangUp()
  return 0
}
