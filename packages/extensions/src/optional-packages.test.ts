import { describe, expect, test } from 'vitest'
import { optionalPackages } from './optional-packages.ts'

describe.each(optionalPackages)('$name', ({ adds, load }) => {
  test('has exactly the parts that the list announces', async () => {
    const { extension } = await load()
    expect(Object.keys(extension).toSorted()).toEqual(Object.keys(adds).toSorted())
  })

  test('has exactly the tools that the list announces', async () => {
    const toolset = (await load()).extension.tools?.()
    expect(toolset?.tools.map(({ name }) => name)).toEqual(adds.tools)
    await toolset?.close()
  })

  test.each(['commands', 'checks'] as const)('has exactly the %s that the list announces', async (part) => {
    expect(Object.keys((await load()).extension[part] ?? {})).toEqual(adds[part] ?? [])
  })
})
