import { readdirSync, readFileSync } from 'node:fs'

/** An answer as a model might write it, and its reading: undefined if it does not answer the question. */
export type Case = {
  readonly answer: string
  readonly title: string
  readonly about: unknown
  readonly text: string
  readonly says: unknown
}

/**
 * Every case of a corpus. `corpus`: the forms and traps that readers know. `natural`: answers in many voices, written from
 * the prompts. `unprepared`: written from the guide or the prompts, before their author had seen a reader, so some are
 * refused. A file is named after its declared answer. `@about` is context for its reader, `@@` begins a case, and `@>`
 * ends it with the reading as JSON, or `refused`.
 */
export function corpus(name: 'corpus' | 'natural' | 'unprepared' = 'corpus'): readonly Case[] {
  const folder = new URL(`./${name}/`, import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  return files.flatMap((file) => casesIn(file.slice(0, -4), readFileSync(new URL(file, folder), 'utf8')))
}

function casesIn(answer: string, text: string): readonly Case[] {
  const about = /^@about (.*)$/mu.exec(text)?.[1]
  return text.split(/^@@ /mu).flatMap((part) => {
    const [, title = '', body = '', said = ''] = /^(.*)\n([\s\S]*)\n@> (.*)\n$/u.exec(part) ?? []
    if (title === '') return []
    return [
      {
        answer,
        title,
        about: about && JSON.parse(about),
        text: body,
        says: said === 'refused' ? undefined : JSON.parse(said),
      },
    ]
  })
}
