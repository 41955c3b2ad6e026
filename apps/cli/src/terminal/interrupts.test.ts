import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { interruptsOf } from './interrupts.ts'

function listening() {
  const said: unknown[] = []
  const source = Object.assign(new EventEmitter(), { send: (message: unknown) => said.push(message) > 0 })
  const rung: string[] = []
  const stop = interruptsOf(source as never).listen((interrupt) => rung.push(interrupt))
  const forward = (name: string) => source.emit('message', { forwarded: name })
  return { source, said, rung, stop, forward }
}

test('a Ctrl-C that reaches both the launcher and this process counts once, in either order', () => {
  const { source, rung, forward } = listening()
  source.emit('SIGINT', 'SIGINT')
  forward('SIGINT')
  expect(rung).toEqual(['SIGINT'])
  forward('SIGINT')
  source.emit('SIGINT', 'SIGINT')
  expect(rung).toEqual(['SIGINT', 'SIGINT'])
})

test('a signal to the launcher alone, or to this process alone, counts each time', () => {
  const both = [listening(), listening()] as const
  for (let press = 0; press < 2; press++) {
    both[0].forward('SIGINT')
    both[1].source.emit('SIGINT', 'SIGINT')
  }
  expect(both.map(({ rung }) => rung)).toEqual([
    ['SIGINT', 'SIGINT'],
    ['SIGINT', 'SIGINT'],
  ])
})

test('the launcher learns that signals are counted, and nothing is left listening at the end', () => {
  const { source, said, stop, rung } = listening()
  expect(said).toEqual(['counts signals'])
  stop()
  source.emit('SIGINT', 'SIGINT')
  expect([rung, source.eventNames()]).toEqual([[], []])
})
