import type { Answering, Reply } from '@convene/testkit'

/** Says PONG to a PING, says nothing for ten minutes where it reads SILENCE, and else what the server says by itself. */
export const pingPong: Answering = ({ messages, agent }): Reply => {
  const said = messages.map(({ text }) => text).join('\n')
  if (said.includes('SILENCE')) return { text: 'Too late.', latencyMs: 600_000 }
  return said.includes('PING') ? { text: `PONG of ${agent ?? 'nobody'}.` } : {}
}
