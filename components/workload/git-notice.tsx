import type { GitSources } from '@/server/contract/workloads';
import { gitSourceText } from '@/server/words/git-source';
import { IconBrandGit } from '../icons';
import { Callout } from '../layout/callout';

/** What keeps a workload or its VPA as Git states it: requests and policies are changed there. */
export function GitNotice({ git, target }: { git: GitSources; target: string }) {
  const source = git.workload ?? git.vpa;
  if (!source) return null;
  const kept = [...(git.workload ? [target] : []), ...(git.vpa ? ['its VPA'] : [])].join(' and ');
  return (
    <Callout
      icon={IconBrandGit}
      tone="neutral"
      title={`${gitSourceText(source)} keeps ${kept} as Git states ${git.workload && git.vpa ? 'them' : 'it'}`}
      detail={
        git.vpa
          ? 'An edit of the policy here will be undone. Take requests and the policy to Git: export the patches, or copy the change in the form of the policy.'
          : 'Pods get what the VPA recommends all the same. To have it in Git too, export it as a patch.'
      }
    />
  );
}
