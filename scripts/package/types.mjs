// Writes the types of the library. Its public files import no other package of ours, so that each can be declared alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const source = fileURLToPath(new URL('../../packages/sdk/src/', import.meta.url))
const files = ['index', 'types', 'define', 'error', 'convene']

export function writeTypes(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of files) {
    const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(join(source, `${name}.ts`), 'utf8'), {
      fileName: `${name}.ts`,
      compilerOptions: { isolatedDeclarations: true, declaration: true },
    })
    if (diagnostics?.length) throw new Error(diagnostics.map(({ messageText }) => String(messageText)).join('\n'))
    if (outputText.includes('@convene/'))
      throw new Error(`The types of ${name}.ts name a package that nobody else has.`)
    writeFileSync(join(folder, `${name}.d.ts`), outputText.replace(/(from '\.\/[\w-]+)\.ts'/gu, "$1.js'"))
  }
}
