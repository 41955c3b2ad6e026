import { expect, test } from 'vitest'
import type { CliProgram } from '../program.ts'
import type { Interrupt } from './interrupts.ts'
import { untilStopped } from './until-stopped.ts'

test('a server that is asked to stop in the moment in which it says that it runs closes, and lets calls finish', async () => {
  const heard: string[] = []
  let ring: ((interrupt: Interrupt) => void) | undefined
  const program = {
    interrupts: {
      listen(listener: (interrupt: Interrupt) => void) {
        ring = listener
        return () => void heard.push('listens no more')
      },
    },
    engine: async () => ({ live: 0, drain: async (wait: number) => void heard.push(`waits ${wait} ms`) }),
    settings: async () => ({ settings: { server: { stopGrace: 20 } } }),
  } as unknown as CliProgram

  await untilStopped(program, {
    ended: new Promise(() => {}),
    announce: () => ring?.('SIGTERM'),
    stop: () => void heard.push('closes'),
  })
  expect(heard).toEqual(['closes', 'waits 20000 ms', 'listens no more'])
})
