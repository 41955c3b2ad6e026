import { Agent, Team } from '@convene/domain'
import { expect, test } from 'vitest'
import { publishSchema } from './publish-schema.ts'
import { SettingsFile } from './settings-file.ts'

const frontMatter = Agent.omit({ prompt: true }).partial({ slug: true })

test.each([
  { file: './config.schema.json', schema: SettingsFile, title: 'Convene settings' },
  { file: '../agents/agent.schema.json', schema: frontMatter, title: 'Front matter of a Convene agent' },
  { file: '../teams/team.schema.json', schema: Team.partial({ slug: true }), title: 'Convene team' },
])('$file matches what the program accepts (vitest -u rewrites it)', async ({ file, schema, title }) => {
  await expect(publishSchema(schema, title)).toMatchFileSnapshot(file)
})
