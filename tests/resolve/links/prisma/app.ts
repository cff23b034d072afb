import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function list() {
  await other.user.findMany(); // references nothing
  await prisma.nothing.findMany(); // references nothing
  return prisma.user.findMany({ where: { id: 1 } }); // references prisma/schema.prisma::users [declared-key]
}
