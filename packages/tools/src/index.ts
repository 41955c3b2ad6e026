export { type ConfinedAgent, type ConfinedProgram, confineAgent } from './agent-step/confine-agent.ts'
export { type BashToolOptions, bashTool } from './bash/bash-tool.ts'
export { findSandbox, type Sandbox } from './bash/sandbox.ts'
export { revertDiff } from './change/revert-diff.ts'
export { type CloneLimits, cloneLimits, fetchCommit, resolveRef, type Source } from './clones/fetch-commit.ts'
export {
  isRepositoryName,
  type RepositoryName,
  readRepository,
  readRepositoryName,
  repositoryName,
  type WantedRepository,
} from './clones/repository-name.ts'
export { cloneFolder, openClone, type SessionClone, type Work } from './clones/session-clone.ts'
export { type CustomTools, type CustomToolsOptions, customTools } from './custom/custom-tools.ts'
export { type FileToolOptions, fileTools } from './file-tools.ts'
export { addWorkingTree, branchOf, type WorkingTree, workingTrees } from './git/working-trees.ts'
export type { FolderBounds } from './host/folder-guard.ts'
export { type ToolHostOptions, toolHost } from './host/tool-host.ts'
export { type McpApprovals, mcpApprovals } from './mcp/mcp-approvals.ts'
export { type McpServerStatus, type McpTools, type McpToolsOptions, mcpTools } from './mcp/mcp-tools.ts'
export { serverKeys } from './mcp/tool-names.ts'
export type { McpTrial, TriedTool } from './mcp/try-server.ts'
export { type Place, resolvePath } from './path/resolve-path.ts'
export { reading, wasJudged } from './path/touch.ts'
export { readShell, type ShellPlace, type ShellReading } from './shell/read-shell.ts'
export type { Skill } from './skill/read-skill.ts'
export { readSkills } from './skill/read-skills.ts'
export type { EditorBuffers } from './text/unsaved.ts'
export type { Tool, ToolContext, Toolset } from './tool.ts'
export { type ListedTool, openToolbox, type Toolbox, type ToolboxOptions } from './toolbox/open-toolbox.ts'
export { type WebToolsOptions, webTools } from './web/web-tools.ts'
export { gitWorkspace } from './worktrees/git-workspace.ts'
export { revertPatch } from './worktrees/revert-patch.ts'
export { type Planned, type Worktrees, worktrees } from './worktrees/worktrees.ts'
