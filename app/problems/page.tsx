import { redirect } from 'next/navigation';
import { namespaceHref } from '@/components/navigation/pages';

/** What was here is the top of the first page, and of the page of each namespace. */
export default async function ProblemsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { namespace } = await searchParams;
  redirect(typeof namespace === 'string' && namespace !== '' ? namespaceHref(namespace) : '/');
}
