import { expect, test } from 'vitest'
import { editorTools } from './editor-tools.ts'

const [tool] = editorTools([{ name: 'look', description: '', input: { type: 'object' } }], async () =>
  Response.json({ ok: true, output: '' }),
)

const previewOf = async (input: object) => (await tool?.inspect(input as never, {} as never))?.[0]?.preview ?? ''

test('a long input is shortened in the preview, which says how much is left out', async () => {
  const whole = JSON.stringify({ text: 'x'.repeat(300_000) }, null, 2)
  const [shown = '', mark] = (await previewOf({ text: 'x'.repeat(300_000) })).split('\n… ')
  expect(whole.startsWith(shown)).toBe(true)
  expect(mark).toBe(`${(whole.length - shown.length).toLocaleString('en-US')} more characters not shown`)
})

test('an input shown in full has no such note', async () => {
  expect(await previewOf({ text: 'x' })).toBe('{\n  "text": "x"\n}')
})
