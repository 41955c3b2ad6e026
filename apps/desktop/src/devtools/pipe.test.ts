import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openDevTools } from './pipe.ts'

function pipes() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const written: string[] = []
  input.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  return { devTools: openDevTools(input, output), output, written }
}

const message = (value: object) => `${JSON.stringify(value)}\0`

test('answers reach their callers in any order, however they are split', async () => {
  const { devTools, output, written } = pipes()
  const first = devTools.send('A.one')
  const second = devTools.send('B.two', { x: 1 }, 'session')
  expect(written.join('')).toBe(
    `${message({ id: 1, method: 'A.one', params: {} })}${message({ id: 2, method: 'B.two', params: { x: 1 }, sessionId: 'session' })}`,
  )
  const answers = Buffer.from(message({ id: 2, result: { text: 'zwei – ü' } }) + message({ id: 1, result: {} }))
  for (const byte of answers) output.write(Buffer.from([byte]))
  expect(await second).toEqual({ text: 'zwei – ü' })
  expect(await first).toEqual({})
})

test('an error from the browser rejects with the name of the method', async () => {
  const { devTools, output } = pipes()
  const asked = devTools.send('Page.navigate')
  output.write(message({ id: 1, error: { message: 'Cannot navigate' } }))
  await expect(asked).rejects.toThrow('Page.navigate: Cannot navigate')
})

test('all pending calls reject when the browser exits', async () => {
  const { devTools, output } = pipes()
  const asked = devTools.send('Page.navigate')
  output.destroy()
  await expect(asked).rejects.toThrow('the window is gone')
  await devTools.closed
})

test('events reach listeners until they stop listening', async () => {
  const { devTools, output } = pipes()
  const heard: string[] = []
  const stop = devTools.on(({ method, session }) => heard.push(`${method} ${session}`))
  output.write(message({ method: 'Page.loaded', params: {}, sessionId: 's1' }))
  await new Promise(setImmediate)
  stop()
  output.write(message({ method: 'Page.loaded', params: {} }))
  await new Promise(setImmediate)
  expect(heard).toEqual(['Page.loaded s1'])
})
