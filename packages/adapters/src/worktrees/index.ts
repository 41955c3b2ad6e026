export { addWorkingTree, branchOf, type WorkingTree, workingTrees } from '../git/working-trees.ts'
export { gitWorkspace } from './git-workspace.ts'
export { revertPatch } from './revert-patch.ts'
export { type Planned, type Worktrees, worktrees } from './worktrees.ts'
