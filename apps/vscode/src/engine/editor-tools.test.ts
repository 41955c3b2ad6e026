import { expect, test } from 'vitest'
import { editorTools } from './editor-tools.ts'

const [tool] = editorTools([{ name: 'look', description: '', input: { type: 'object' } }], async () =>
  Response.json({ ok: true, output: '' }),
)

const previewOf = async (input: object) => (await tool?.inspect(input as never, {} as never))?.[0]?.preview ?? ''

test('a long input is cut for the person who decides, with how much they do not see', async () => {
  const whole = JSON.stringify({ text: 'x'.repeat(300_000) }, null, 2)
  const [shown = '', mark] = (await previewOf({ text: 'x'.repeat(300_000) })).split('\n… ')
  expect(whole.startsWith(shown)).toBe(true)
  expect(mark).toBe(`${whole.length - shown.length} more characters are not shown`)
})

test('an input that is shown whole has no mark', async () => {
  expect(await previewOf({ text: 'x' })).toBe('{\n  "text": "x"\n}')
})
