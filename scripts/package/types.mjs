// Writes the types of the library's entry points. Their public files import none of our other packages, so each can be
// declared alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The library's entry points, each with a package of the same name. */
const entries = ['sdk', 'testing']

/** Declares what an entry point exports, and every file that these declarations refer to. */
export function writeTypes(folder) {
  for (const entry of entries) {
    mkdirSync(join(folder, entry), { recursive: true })
    const names = new Set(['index'])
    for (const name of names) {
      const text = declared(entry, name)
      writeFileSync(join(folder, entry, `${name}.d.ts`), text)
      for (const [, other] of text.matchAll(/from '\.\/([\w-]+)\.js'/gu)) names.add(other)
    }
  }
}

function declared(entry, name) {
  const source = fileURLToPath(new URL(`../../packages/${entry}/src/${name}.ts`, import.meta.url))
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: `${name}.ts`,
    compilerOptions: { isolatedDeclarations: true, declaration: true },
  })
  if (diagnostics?.length) throw new Error(diagnostics.map(({ messageText }) => String(messageText)).join('\n'))
  const text = outputText
    .replaceAll("from '@convene/sdk'", "from '../sdk/index.js'")
    .replace(/(from '\.\/[\w-]+)\.ts'/gu, "$1.js'")
  if (text.includes('@convene/'))
    throw new Error(`The types of ${entry}/${name}.ts name a package that nobody else has.`)
  return text
}
