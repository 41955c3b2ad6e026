/** One way to write a Squad folder, and the team it describes. */
export type Variety = {
  readonly title: string
  /** By path in the workspace `shop`. */
  readonly files: { readonly [path: string]: string }
  readonly expected: {
    readonly name: string
    readonly mode?: string
    /** `Name (role)` of each member, in order. */
    readonly members: readonly string[]
    /** Each warning starts with its file and line. */
    readonly warnings?: readonly string[]
  }
}

/** A charter as the tool writes it. */
export const charter = (name: string, role: string) => `# ${name} — ${role}

> Does the work.

## Identity

- **Name:** ${name}
- **Role:** ${role}

## Model

- **Preferred:** auto
`

/** The charters of the two members. */
export const ada = { '.squad/agents/ada/charter.md': charter('Ada', 'Lead') }
export const bo = { '.squad/agents/bo/charter.md': charter('Bo', 'Tester') }

/** The usual table of members. */
export const members = `## Members

| Name | Role | Charter | Status |
|------|------|---------|--------|
| Ada | Lead | .squad/agents/ada/charter.md | ✅ Active |
| Bo | Tester | \`.squad/agents/bo/charter.md\` | 🧪 Active |
| Scribe | Session Logger | .squad/agents/scribe/charter.md | 📋 Silent |
| Ralph | Work Monitor | — | 🔄 Monitor |
`

/** Both, as they are read. */
export const both = ['Ada (Lead)', 'Bo (Tester)']
