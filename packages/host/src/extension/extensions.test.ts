import { expect, test } from 'vitest'
import { extensionsOf } from './extensions.ts'
import type { ListedPackage, ProgramParts } from './optional-package.ts'

type OptionalPackage = ListedPackage<ProgramParts>

const tools = () => ({ tools: [], close: async () => undefined })
const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /x.ts`), { code: 'ERR_MODULE_NOT_FOUND' })

const present: OptionalPackage = {
  name: '@convene/present',
  adds: { tools: ['here'] },
  load: async () => ({ extension: { tools } }),
}
const absent: OptionalPackage = {
  name: '@convene/absent',
  adds: { tools: ['gone'] },
  load: async () => Promise.reject(notFound('@convene/absent')),
}

test('a package that is not installed adds nothing, and the others still do', async () => {
  expect(await extensionsOf([absent, present]).parts('tools')).toEqual([tools])
})

test('only what a missing package would add is explained', async () => {
  const { whyMissing } = extensionsOf([absent, present])
  expect(await whyMissing('tools', 'gone')).toContain('@convene/absent, which is not installed')
  expect(await whyMissing('tools', 'here')).toBeUndefined()
  expect(await whyMissing('tools', 'unheard of')).toBeUndefined()
})

test('a package is loaded once, and not before something that it adds is needed', async () => {
  let loads = 0
  const load = async () => {
    loads += 1
    return { extension: { tools } }
  }
  const { parts, whyMissing } = extensionsOf([{ ...present, load }])
  await whyMissing('tools', 'other')
  expect(loads).toBe(0)
  await Promise.all([parts('tools'), parts('tools'), whyMissing('tools', 'here')])
  expect(loads).toBe(1)
})

test('a package whose own dependency is missing is broken, not missing', async () => {
  const broken: OptionalPackage = { ...present, load: async () => Promise.reject(notFound('typescript')) }
  await expect(extensionsOf([broken]).parts('tools')).rejects.toThrow("'typescript'")
})
