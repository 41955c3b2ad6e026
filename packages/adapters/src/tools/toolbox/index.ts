export type { McpTrial, TriedTool } from '../mcp/try-server.ts'
export { readSkills, type Skill } from '../skill/read-skills.ts'
export { type ListedTool, openToolbox, type Toolbox, type ToolboxOptions } from './open-toolbox.ts'
