import fc from 'fast-check'
import { afterAll, expect } from 'vitest'

/** A short run says the same of the same code on every day. A long one draws cases that nobody has seen. */
if (process.env.CONVENE_LONG === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 })

/** Test files share a process: none may leave it with another environment or in another folder. */
const found = { environment: { ...process.env }, folder: process.cwd() }

afterAll(() => {
  const left = { environment: { ...process.env }, folder: process.cwd() }
  for (const name of Object.keys(left.environment)) if (!(name in found.environment)) delete process.env[name]
  Object.assign(process.env, found.environment)
  process.chdir(found.folder)
  expect(left, 'the process is not left as it was found').toEqual(found)
})
