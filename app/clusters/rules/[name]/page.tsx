import type { Metadata } from 'next';
import { RuleAcrossScreen } from '@/components/across/rule-across-screen';
import { namesIn } from '@/components/navigation/names-in';

interface RulePageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: RulePageProps): Promise<Metadata> {
  return { title: `Rule ${(await namesIn(params)).name} in all clusters` };
}

export default async function RuleAcrossPage({ params }: RulePageProps) {
  const { name } = await namesIn(params);
  return <RuleAcrossScreen name={name} />;
}
