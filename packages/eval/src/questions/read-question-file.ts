import { extname } from 'node:path'
import { type Result, refuse } from '@convene/domain'
import { readYaml } from '@convene/library'
import { readSourceFile } from '@convene/platform'
import { type FileSyntax, questionRows, rowsIn } from '../comparison/formats/read-questions.ts'

const MAX_BYTES = 200_000_000

const syntaxes: { readonly [extension: string]: FileSyntax } = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.csv': 'csv',
}

/** The rows of a file with questions or recorded answers, in any format that an eval can read. */
export async function readQuestionFile(file: string): Promise<Result<readonly unknown[]>> {
  const syntax = syntaxes[extname(file).toLowerCase()]
  if (syntax === undefined)
    return refuse('bad_file', `${file}: the name must end with ${Object.keys(syntaxes).join(', ')}.`)
  const source = readSourceFile(file, { maxBytes: MAX_BYTES })
  if (source.state === 'missing') return refuse('bad_file', `${file} does not exist.`)
  if (source.state === 'refused') return refuse('bad_file', `${file} ${source.message}.`)
  const rows = syntax === 'yaml' ? await yamlRows(source.text) : questionRows(source.text, syntax)
  return rows.ok ? rows : refuse(rows.refusal.code, `${file}: ${rows.refusal.message}`)
}

/** A list at the top level is the list of tests. */
async function yamlRows(text: string): Promise<Result<readonly unknown[]>> {
  const isList = /^(?:\s*(?:#.*)?\n|---\s*\n)*- /u.test(text)
  const read = await readYaml(isList ? `tests:\n${text.replace(/^---\s*\n/u, '')}` : text)
  if (!read.ok) return refuse('bad_file', `Line ${read.place.line}: ${read.message}.`)
  return rowsIn(read.fields)
}
