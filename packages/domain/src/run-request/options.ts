import { z } from 'zod'
import { MOST_CHECKS } from '../check/most-checks.ts'
import { MOST_CANDIDATES } from '../limits/most-candidates.ts'
import { faces } from '../modes/faces.ts'
import { Reasoning } from '../reasoning/reasoning.ts'
import { option } from '../run-option/option.ts'

const Name = z.string().max(200)

/** The mode that leaves the choice to the goal. */
export const AUTO = 'auto'

/**
 * The options of a run that are neither limits nor settings of a mode: those are declared with the limits and the
 * modes. To add one, declare it here, and use it where `run.settings.options` has it.
 */
export const runOptions = {
  mode: option({
    schema: z.string(),
    choices: () => [AUTO, ...Object.keys(faces)],
    label: 'Mode',
    hint: 'How the team works: a panel decides, a broadcast gives several opinions, and auto chooses by the goal.',
    flag: {
      name: 'mode',
      value: 'MODE',
      summary: 'how the team works (see `convene modes`), or auto to suit the goal',
    },
    by: 'program',
    kept: true,
    not: ['page'],
    inEditor: ['choices'],
    isPrepared: true,
  }),
  team: option({
    schema: Name,
    label: 'Team',
    hint: 'A team by its name.',
    flag: { name: 'team', value: 'NAME|FILE', summary: 'the team, by name or from a file' },
    by: 'program',
    kept: true,
    not: ['page'],
    inEditor: ['choices'],
    isPrepared: true,
  }),
  agents: option({
    schema: z.array(Name).max(100),
    label: 'Agents',
    hint: 'Agents by name, in order, instead of a team.',
    flag: { name: 'agents', value: 'a,b,c', summary: 'the members, in order', separated: true },
    by: 'program',
    kept: true,
    not: ['page'],
    isPrepared: true,
  }),
  model: option({
    schema: z.string(),
    label: 'Model',
    hint: 'For agents without their own model.',
    flag: { name: 'model', value: 'PROVIDER/MODEL', summary: 'model for agents that do not set their own' },
    by: 'user',
    kept: true,
    not: ['page'],
    inEditor: ['choices'],
    isPrepared: true,
  }),
  seatModels: option({
    schema: z.array(z.string().max(300)).max(100),
    label: 'Seat models',
    hint: 'The model of one seat each, such as architect=acme/gpt-5.',
    example: 'architect=acme/gpt-5',
    flag: {
      name: 'seat-model',
      value: 'SEAT=MODEL',
      summary: 'the model of one seat, such as architect=acme/gpt-5 (repeatable)',
    },
    by: 'user',
    kept: false,
    not: ['page'],
    isPrepared: true,
  }),
  reasoning: option({
    schema: Reasoning,
    label: 'Reasoning',
    hint: 'How much models think, for agents without their own level.',
    flag: {
      name: 'reasoning',
      value: 'LEVEL',
      summary: 'how much models think before they answer (default: the provider decides)',
    },
    by: 'user',
    kept: true,
    not: ['page'],
    inEditor: ['settings', 'choices'],
    isPrepared: true,
  }),
  allow: option({
    schema: z.array(z.string()).max(100),
    label: 'Allowed without asking',
    hint: 'Rules for this session.',
    example: 'bash:git *',
    flag: { name: 'allow', value: 'RULE', summary: "allow for this session, such as 'bash:git *' (repeatable)" },
    by: 'user',
    kept: false,
    isPrepared: true,
  }),
  checks: option({
    schema: z.array(z.string()).max(MOST_CHECKS),
    label: 'Checks',
    hint: 'What Convene runs itself, in the sandbox, to see whether the work is done. Agents cannot change these.',
    example: 'npm test',
    flag: {
      name: 'check',
      value: 'COMMAND',
      summary: "run this to see whether the work is done, such as 'npm test' (repeatable)",
    },
    by: 'user',
    kept: true,
  }),
  resolve: option({
    schema: z.string().max(600),
    label: 'Known by',
    hint: 'When and how it will be known what was right. Convene looks then, and asks you if the check cannot say.',
    example: 'by 2026-12-15, check: npm test',
    flag: {
      name: 'resolve',
      value: 'WHEN_AND_CHECK',
      summary: "when and how it will be known what was right, such as 'by 2026-12-15, check: npm test'",
    },
    by: 'user',
    kept: false,
  }),
  candidates: option({
    schema: z.number().int().min(1).max(MOST_CANDIDATES),
    label: 'Candidates',
    hint: 'How many members build each step of a plan that changes files, each in a worktree. Checks and a blind vote choose.',
    flag: {
      name: 'candidates',
      value: 'N',
      summary: 'let N members build each step of a plan, and take the best',
    },
    by: 'user',
    kept: true,
  }),
  inPlace: option({
    schema: z.boolean(),
    label: 'Work in your files',
    hint: 'In a git repository, agents work in a separate worktree, and you keep or undo what they changed. With this, they change your files at once.',
    flag: { name: 'in-place', summary: 'let agents change your files at once, not in a worktree that you review' },
    by: 'user',
    kept: true,
  }),
  answers: option({
    schema: z.array(z.string()).max(50),
    label: 'Answers',
    hint: 'Answers to the questions a run begins with, in order.',
    flag: { name: 'answer', value: 'TEXT', summary: 'answer the opening questions in advance, in order (repeatable)' },
    by: 'user',
    kept: false,
    not: ['page', 'sdk'],
    isPrepared: true,
  }),
  yes: option({
    schema: z.boolean(),
    label: 'Approve gates automatically',
    hint: 'Panel topics and plans do not wait for your approval.',
    flag: { name: 'yes', summary: 'approve every topic or plan the run asks about' },
    by: 'user',
    kept: false,
    not: ['sdk'],
    isPrepared: true,
  }),
  readOnly: option({
    schema: z.boolean(),
    label: 'Read only',
    hint: 'Agents get only tools that change nothing, whatever the rules allow.',
    flag: { name: 'read-only', summary: 'give agents only read-only tools' },
    by: 'user',
    kept: true,
    isPrepared: true,
  }),
  constraints: option({
    schema: z.string().trim().max(10_000),
    label: 'Constraints',
    hint: 'Applies to every run in this session. Every agent reads it.',
    example: 'No new dependencies.',
    flag: { name: 'constraints', value: 'TEXT', summary: 'constraints for every run in the session' },
    by: 'program',
    kept: true,
    isPrepared: true,
  }),
  interactive: option({
    schema: z.boolean(),
    label: 'Interactive',
    hint: 'Whether you can be asked while it runs. If not, anything that would ask is denied.',
    by: 'user',
    kept: false,
    not: ['page', 'sdk', 'hook'],
    isPrepared: true,
  }),
  seed: option({
    schema: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    label: 'Seed',
    hint: 'For random choices, such as which pool model gets which seat: a preview and a start with the same seed give the same team.',
    by: 'user',
    kept: false,
    not: ['page', 'sdk', 'hook'],
    isPrepared: true,
  }),
}
