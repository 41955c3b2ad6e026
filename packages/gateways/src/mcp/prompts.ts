import { z } from 'zod'
import type { McpCaller } from './caller.ts'

type Prompt = { readonly name: string; readonly title: string; readonly asks: string; text(about: string): string }

const prompts: readonly Prompt[] = [
  {
    name: 'panel',
    title: 'Let a panel decide',
    asks: 'The question to decide',
    text: (about) =>
      `Call run_team with mode "panel" and this goal. Give the panel everything that you know about it and that it cannot find in the files. Then report its decision, the votes and the dissent:\n\n${about}`,
  },
  {
    name: 'review',
    title: 'Let a team review something',
    asks: 'What to review, such as a change or a document',
    text: (about) =>
      `Call run_team with mode "broadcast" and ask several reviewers, independently, what is wrong with this and how sure they are. Then sum up what they agree on first, and what only one of them says:\n\n${about}`,
  },
  {
    name: 'plan',
    title: 'Let a team plan a job',
    asks: 'The job',
    text: (about) =>
      `Call run_team with mode "plan" and this job. The plan waits for the user, who approves or changes it in Convene. Wait for the team until it has a result, and report it:\n\n${about}`,
  },
]

/** Prompts that users can pick from their client's menu. */
export function addPrompts({ server }: McpCaller): void {
  for (const { name, title, asks, text } of prompts)
    server.registerPrompt(
      name,
      { title, argsSchema: z.object({ about: z.string().max(100_000).describe(asks) }) },
      ({ about }) => ({ messages: [{ role: 'user', content: { type: 'text', text: text(about) } }] }),
    )
}
