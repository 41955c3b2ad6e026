import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { openApi } from './open-api.ts'

const document = openApi('1.2.3')

test('the document is valid OpenAPI 3.1 according to an independent validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('a client generated from the document has every call and compiles', async () => {
  const generated = astToString(await openapiTS(structuredClone(document) as never))
  const use = `
    import type { components, operations } from './generated.ts'
    const answer: operations['answerApproval']['requestBody']['content']['application/json'] = { answer: 'once' }
    const items: components['schemas']['Pending'][] = []
    // @ts-expect-error a field that no call takes
    const wrong: operations['answerApproval']['requestBody']['content']['application/json'] = { answer: 'once', x: 1 }
    void [answer, items, wrong]`
  expect(problemsIn({ 'generated.ts': generated, 'use.ts': use })).toEqual([])
})

/** The compiler's diagnostics for these files. */
function problemsIn(files: { readonly [name: string]: string }): readonly string[] {
  const options = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [], skipLibCheck: true }
  const host = ts.createCompilerHost(options)
  const usual = host.getSourceFile
  host.getSourceFile = (name, target, ...rest) =>
    Object.hasOwn(files, name) ? ts.createSourceFile(name, files[name] ?? '', target) : usual(name, target, ...rest)
  const exists = host.fileExists
  host.fileExists = (name) => Object.hasOwn(files, name.replace(/^.*\//u, '')) || exists(name)
  const program = ts.createProgram(Object.keys(files), options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
